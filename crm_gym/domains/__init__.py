"""The businesses, one module each."""
