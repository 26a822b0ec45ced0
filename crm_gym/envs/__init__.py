"""The Gymnasium environments."""
