"""Speed figures: `make bench` prints one JSON line for each, with its budget."""
