"""The command line `crm-gym`, one module per command."""
