#!/usr/bin/env python3
"""A bot in Python, with nothing but the standard library.

  python3 examples/bot.py                 makes a match of Kingdoms for two and waits for an opponent
  python3 examples/bot.py royals 3        makes a match of this game with so many seats
  python3 examples/bot.py <match>         joins an open match by its id

It plays at random. A turn takes one request to wait for it, and each move one that brings back what may be done next.
"""
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("CHANCERY_URL", "http://127.0.0.1:3000")
POINTS = {"kingdoms": "gold"}  # what a score is called; "points" in all other games
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


def key():
    return {"Idempotency-Key": str(uuid.uuid4())}


me = call("POST", "/v1/players", {"name": "Python %08x" % random.getrandbits(32), "kind": "bot"})
token = me["token"]
if len(sys.argv) == 2:
    match = call("POST", f"/v1/matches/{sys.argv[1]}/join", {}, **key())
else:
    game, seats = sys.argv[1:] or ["kingdoms", "2"]
    match = call("POST", "/v1/matches", {"game": game, "seats": int(seats)}, **key())
here = "/v1/matches/" + match["id"]
print(f"{me['player']['name']} has seat {match['you']} in match {match['id']}", flush=True)

moves = 0
while match["status"] in ("open", "running"):
    if match["yourTurn"] and "legalMoves" in match:
        move = random.choice(match["legalMoves"]["moves"])["move"]
        answer = call("POST", here + "/moves?include=legalMoves", move, **{"If-Match": str(match["version"])}, **key())
        match.update(answer)
        moves += 1
    else:
        # Answers as soon as it is our turn or the match has ended, or after 20 seconds as it stands.
        match = call("GET", here + "?include=legalMoves&wait=20")

match = call("GET", here)
if match["status"] == "over":
    mine = next(one for one in match["result"] if one["seat"] == match["you"])
    print(f"over: place {mine['place']} with {mine['score']} {POINTS.get(match['game'], 'points')}")
else:
    print(match["status"] + ": the match has no result")
print(f"{requests} requests for {moves} moves: {requests / max(1, moves):.2f} a move")
