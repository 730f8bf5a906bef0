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


def worth(board, row, column):
    """What the tiles in the row and column of a field add up to."""
    tiles = [at["tile"] for at in board if at.get("tile") and (at["row"] == row or at["column"] == column)]
    return sum(VALUES.get(tile[:-1], 0) * int(tile[-1]) for tile in tiles if tile[-1].isdigit())


def rate(view, move):
    """The better the higher; moves that it cannot judge are worth nothing."""
    return move["rank"] * (worth(view["board"], move["row"], move["column"]) - ENOUGH) if move["type"] == "placeCastle" else 0


def choose(view, moves):
    rated = [(rate(view, move), move) for move in moves]
    best = max(value for value, _ in rated)
    return random.choice([move for value, move in rated if value == best])


for line in sys.stdin:
    told = json.loads(line)
    if told["type"] == "start":
        random.seed(told["match"])  # the same match again is played the same way
    if told["type"] == "decision":
        move = choose(told["view"], [one["move"] for one in told["legalMoves"]["moves"]])
        print(json.dumps(move), flush=True)
