"""What a policy sees of an env, never what a task is."""
