"""Plays one episode with random actions, and says how it went."""

import gymnasium as gym

env = gym.make("crm_gym:CRMPayments-v0")
env.action_space.seed(7)
observation, info = env.reset(seed=7)
print(f"{info['task_id']}: {observation['content']}")

steps = 0
ended = False
while not ended:
    observation, reward, terminated, truncated, info = env.step(env.action_space.sample())
    steps += 1
    ended = terminated or truncated
env.close()

print(f"{steps} steps, ended by {info['end']!r}, success: {info['success']}")
for family, share in info["checks"].items():
    print(f"  {family:10} {share:4.0%} of the checks hold")
