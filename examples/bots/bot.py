#!/usr/bin/env python3
"""A bot in Python, with nothing but the standard library.

  python3 examples/bots/bot.py                      makes a match of Kingdoms for two and waits for an opponent
  python3 examples/bots/bot.py royals 3             makes a match of this game with so many seats
  python3 examples/bots/bot.py --against greedy     gives the other seats to a bot of the house
  python3 examples/bots/bot.py <match>              joins an open match by its id
  python3 examples/bots/bot.py --tournament <id>    enters a tournament, and plays all its matches

In Kingdoms it places castles where the tiles in their row and column are worth most, once they are worth enough; else it plays at random.
"""
import argparse
import contextlib
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
known = {}  # who we are, once we are somebody
count = {"requests": 0, "moves": 0}


def call(path, body=None, **headers):
    """One request. What may pass (no connection, 429, 5xx) is tried again; with an Idempotency-Key nothing is done twice."""
    headers.update({"Content-Type": "application/json", "Idempotency-Key": str(uuid.uuid4())}, **known)
    data = None if body is None else json.dumps(body).encode()
    for attempt in range(8):
        count["requests"] += 1
        try:
            with urllib.request.urlopen(urllib.request.Request(URL + path, data, headers), timeout=40) as response:
                return json.load(response)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            if error.code < 500 and error.code != 429:
                raise SystemExit(problem["code"] + ": " + problem["detail"])
            pause = float(error.headers.get("Retry-After", 0))
        except OSError:
            pause = 0
        time.sleep(max(pause, 0.2 * 2**attempt))
    raise SystemExit(f"{URL} gives no answer")


def rate(view, move):
    """The better the higher; moves that it cannot judge are worth nothing."""
    if move["type"] != "placeCastle":
        return 0
    lines = [at["tile"] or "" for at in view["board"] if at["row"] == move["row"] or at["column"] == move["column"]]
    return move["rank"] * (sum(VALUES[tile[:-1]] * int(tile[-1]) for tile in lines if tile[-1:].isdigit()) - ENOUGH)


def choose(view, moves):
    best = max(rate(view, move) for move in moves)
    return random.choice([move for move in moves if rate(view, move) == best])


def play(match):
    """Moves for as long as it is our turn: the answer to a move brings the next choice along."""
    while match["yourTurn"] and "legalMoves" in match:
        move = choose(match["view"], [one["move"] for one in match["legalMoves"]["moves"]])
        match.update(call(f"/v1/matches/{match['id']}/moves?include=view,legalMoves", move, **{"If-Match": str(match["version"])}))
        count["moves"] += 1


parser = argparse.ArgumentParser()
parser.add_argument("game", nargs="?", help="a game, or the id of a match to join", default="kingdoms")
parser.add_argument("seats", nargs="?", help="of a new match", type=int, default=2)
parser.add_argument("--against", help="a bot of the house for all other seats, such as greedy")
parser.add_argument("--tournament", help="the id of a tournament")
given = parser.parse_args()
me = call("/v1/players", {"name": "Python %08x" % random.getrandbits(32), "kind": "bot"})
known["Authorization"] = "Bearer " + me["token"]
if given.tournament:
    here = "/v1/tournaments/" + given.tournament
    number = call(here + "/enter", {"version": "1"})["number"]
    print(f"{me['player']['name']} plays in tournament {given.tournament} as entrant {number}", flush=True)
    while call(here)["status"] != "over":
        for match in call("/v1/me/turns?include=view,legalMoves&wait=5")["items"]:
            with contextlib.suppress(SystemExit):  # what is refused may cost a match, but not the others
                play(match)
    places = {one["entrant"]: one["place"] for one in call(here + "/standings")["items"]}
    print(f"over: place {places[number]} of {len(places)}")
else:
    bots = {"bots": [{"bot": given.against}] * (given.seats - 1)} if given.against else {}
    made = {} if len(given.game) == 36 else {"game": given.game, "seats": given.seats, **bots}
    match = call("/v1/matches" if made else f"/v1/matches/{given.game}/join", made)
    print(f"{me['player']['name']} has seat {match['you']} in match {match['id']}", flush=True)
    while match["status"] in ("open", "running"):
        play(match)
        # Answers as soon as it is our turn or the match has ended, or after 20 seconds as it stands.
        match = call(f"/v1/matches/{match['id']}?include=view,legalMoves&wait=20")
    mine = next((one for one in match["result"] or [] if one["seat"] == match["you"]), None)
    print(f"over: place {mine['place']}, score {mine['score']}" if mine else match["status"] + ": the match has no result")
print("{requests} requests for {moves} moves: {0:.2f} a move".format(count["requests"] / max(1, count["moves"]), **count))
