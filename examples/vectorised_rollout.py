"""Steps eight environments together until 100 episodes have ended, and says how many succeeded.

A vector environment resets what has ended by itself, in the step after the end: the action of that step is not used.
"""

import gymnasium as gym

EPISODES = 100

envs = gym.make_vec("crm_gym:CRMPayments-v0", num_envs=8, vectorization_mode="sync", split="train")
envs.action_space.seed(7)
envs.reset(seed=7)

episodes = successes = steps = 0
while episodes < EPISODES:
    _, _, terminated, truncated, infos = envs.step(envs.action_space.sample())
    steps += envs.num_envs
    ended = terminated | truncated
    if ended.any():
        episodes += int(ended.sum())
        successes += int(infos["success"][ended].sum())
envs.close()

print(f"{episodes} episodes in {steps} steps, {successes / episodes:.1%} successful")
