"""Serves llmock, from a directory of its own, until its standard input is closed; prints its address first."""

import sys


def main(directory: str) -> None:
    sys.path.insert(0, directory)
    from llmock.testing import LLMockServer

    with LLMockServer() as server:
        sys.stdout.write(f"{server.url}\n")
        sys.stdout.flush()
        sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
