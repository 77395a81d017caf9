#!/usr/bin/env python3
"""Drives `verbatim mcp` with the client of the Model Context Protocol's own SDK (pip: mcp), as agents do.

usage: mcp_client.py VERBATIM

Once with the handshake, and once as a client of a later revision, which asks for `server/discover` first.
"""
import asyncio, os, sys

from mcp import Client, StdioServerParameters

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
TOOLS = ["check", "explain", "show", "diff", "review", "decide"]


def expect(condition, what):
    if not condition:
        sys.exit(f"mcp_client.py: {what}")


async def converse(verbatim, mode):
    server = StdioServerParameters(command=verbatim, args=["mcp"], cwd=ROOT)
    async with Client(server, mode=mode) as client:
        names = [tool.name for tool in (await client.list_tools()).tools]
        expect(names == TOOLS, f"other tools than expected: {names}")
        check = await client.call_tool("check", {"apis": ["reqres"]})
        expect(check.structured_content["command"] == "check" and not check.is_error, check)
        expect(check.structured_content["exitCode"] == 0, check)
        refused = await client.call_tool("decide", {"override": ["0123"]})
        expect(refused.is_error and "reason" in refused.content[0].text, refused)
        shown = await client.call_tool("show", {"recording": "reqres"})
        expect("reqres/one-user" in shown.content[0].text, shown)


def main():
    for mode in ("legacy", "auto"):
        asyncio.run(converse(os.path.abspath(sys.argv[1]), mode))
        print(f"{mode}: served")


main()
