#!/usr/bin/env python3
"""A bot without a server, with nothing but the standard library. `chancery simulate` starts it and talks to it, one line of JSON at a time:

  npx chancery simulate kingdoms --seats 2 --seat 0 "cmd:python3 examples/bots/local.py" --seat 1 greedy --matches 10 --seed 1

It plays every game. In Kingdoms it places castles where the tiles in their row and column are worth most, once they are worth enough; else at random.
What it prints on standard error is shown in the report if something goes wrong.
"""
import json
import random
import sys

VALUES = {"land": 1, "hazard": -1}
ENOUGH = 7  # a field that is worth less is left alone as long as there is something else to do


def rate(view, move):
    """The better the higher; moves that it cannot judge are worth nothing."""
    if move["type"] != "placeCastle":
        return 0
    lines = [at["tile"] or "" for at in view["board"] if at["row"] == move["row"] or at["column"] == move["column"]]
    return move["rank"] * (sum(VALUES[tile[:-1]] * int(tile[-1]) for tile in lines if tile[-1:].isdigit()) - ENOUGH)


def choose(view, moves):
    best = max(rate(view, move) for move in moves)
    return random.choice([move for move in moves if rate(view, move) == best])


for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "start":
        random.seed(told["match"])  # the same match again is played the same way
    if told["type"] == "decision":
        move = choose(told["view"], [one["move"] for one in told["legalMoves"]["moves"]])
        print(json.dumps(move), flush=True)
