#!/usr/bin/env python3
"""A bot in Python, with nothing but the standard library.

  python3 examples/bots/bot.py                      makes a match of Kingdoms for two and waits for an opponent
  python3 examples/bots/bot.py royals 3             makes a match of this game with so many seats
  python3 examples/bots/bot.py --against greedy     gives the other seats to a bot of the house
  python3 examples/bots/bot.py <match>              joins an open match by its id

In Kingdoms it places castles where the tiles in their row and column are worth most, once they are worth enough; else it plays at random.
"""
import argparse
import json
import os
import random
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("CHANCERY_URL", "http://127.0.0.1:3000")
VALUES = {"land": 1, "hazard": -1}
ENOUGH = 7  # a field that is worth less is left alone as long as there is something else to do
token = None
requests = 0


def call(method, path, body=None, **headers):
    """One request. What may pass (no connection, 429, 5xx) is tried again; with an Idempotency-Key nothing is done twice."""
    global requests
    if token:
        headers["Authorization"] = "Bearer " + token
    if body is not None:
        headers["Content-Type"] = "application/json"
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(8):
        requests += 1
        request = urllib.request.Request(URL + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=40) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            if error.code < 500 and error.code != 429:
                raise SystemExit(problem["code"] + ": " + problem["detail"])
            pause = float(error.headers.get("Retry-After", 0))
        except OSError:
            pause = 0
        time.sleep(max(pause, 0.2 * 2**attempt))
    raise SystemExit("the server gives no answer")


def rate(view, move):
    """The better the higher; moves that it cannot judge are worth nothing."""
    if move["type"] != "placeCastle":
        return 0
    lines = [at["tile"] or "" for at in view["board"] if at["row"] == move["row"] or at["column"] == move["column"]]
    return move["rank"] * (sum(VALUES[tile[:-1]] * int(tile[-1]) for tile in lines if tile[-1:].isdigit()) - ENOUGH)


def choose(view, moves):
    best = max(rate(view, move) for move in moves)
    return random.choice([move for move in moves if rate(view, move) == best])


def key():
    return {"Idempotency-Key": str(uuid.uuid4())}


parser = argparse.ArgumentParser()
parser.add_argument("what", nargs="*", help="a match to join, or a game and a number of seats", default=["kingdoms", "2"])
parser.add_argument("--against", help="a bot of the house for all other seats, such as greedy")
given = parser.parse_args()
me = call("POST", "/v1/players", {"name": "Python %08x" % random.getrandbits(32), "kind": "bot"})
token = me["token"]
if len(given.what) == 1:
    match = call("POST", f"/v1/matches/{given.what[0]}/join", {}, **key())
else:
    made = {"game": given.what[0], "seats": int(given.what[1])}
    if given.against:
        made["bots"] = [{"bot": given.against}] * (made["seats"] - 1)
    match = call("POST", "/v1/matches", made, **key())
here = "/v1/matches/" + match["id"]
print(f"{me['player']['name']} has seat {match['you']} in match {match['id']}", flush=True)

moves = 0
while match["status"] in ("open", "running"):
    if match["yourTurn"] and "legalMoves" in match:
        move = choose(match["view"], [one["move"] for one in match["legalMoves"]["moves"]])
        match.update(call("POST", here + "/moves?include=view,legalMoves", move, **{"If-Match": str(match["version"])}, **key()))
        moves += 1
    else:
        # Answers as soon as it is our turn or the match has ended, or after 20 seconds as it stands; a move brings the next choice along.
        match = call("GET", here + "?include=view,legalMoves&wait=20")

match = call("GET", here)
mine = next((one for one in match["result"] or [] if one["seat"] == match["you"]), None)
print(f"over: place {mine['place']}, score {mine['score']}" if mine else match["status"] + ": the match has no result")
print(f"{requests} requests for {moves} moves: {requests / max(1, moves):.2f} a move")
