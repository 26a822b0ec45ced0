"""Lets a language model serve one customer, and shows the conversation.

With OPENAI_API_KEY set:    python examples/llm_agent.py --model gpt-5-mini
With a server of your own:  python examples/llm_agent.py --model my-model --base-url http://localhost:8000/v1
The reference agent:        python examples/llm_agent.py --model gpt-5-mini --graph
With a played customer:     python examples/llm_agent.py --model gpt-5-mini --user gpt-5-mini
"""

import argparse

import gymnasium as gym

import crm_gym  # noqa: F401 # registers the envs
from crm_gym.baselines.agent import LLMAgent
from crm_gym.baselines.graph_agent import GraphAgent
from crm_gym.llm import Endpoint, cost, prices

parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("--model")
parser.add_argument("--base-url", help="default: OPENAI_BASE_URL, or OpenAI")
parser.add_argument("--task", default="payments-001")
parser.add_argument("--graph", action="store_true", help="the reference agent: a router and specialists")
parser.add_argument("--user", help="a model that plays the customer (default: the scripted customer)")
args = parser.parse_args()

if args.model is None:
    parser.print_help()
    parser.exit(0)

endpoint = Endpoint(model=args.model, base_url=args.base_url)
agent = GraphAgent(endpoint) if args.graph else LLMAgent(endpoint)
customer = {"user": "llm", "user_model": args.user, "base_url": args.base_url} if args.user else {}
exposure = "routed" if args.graph else "all"
env = gym.make(f"crm/{args.task}-v0", exposure=exposure, render_mode="human", **customer)

observation, info = env.reset(seed=7)
ended = False
while not ended:
    observation, reward, terminated, truncated, info = env.step(agent.act(observation))
    ended = terminated or truncated
env.close()

print(f"\nended by {info['end']!r}, success: {info.get('success', 'not judged')}")
for family, share in info.get("checks", {}).items():
    print(f"  {family:10} {share:4.0%} of the checks hold")
used = agent.usage
price = cost(used, args.model, prices())
print(f"{used.calls} completions in {agent.seconds:.1f} s: {used.prompt} tokens in, {used.completion} out", end="")
print(f", {price:.4f} USD" if price is not None else "")
