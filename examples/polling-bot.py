#!/usr/bin/env python3
"""A bot that asks which matches wait for it, with nothing but the standard library: python3 examples/polling-bot.py <match>...

It joins these open matches and plays at random until all of them have ended. One request waits until it is our turn somewhere;
it brings all matches that wait with their legal moves, so a bot that rests for a moment before it asks again is told of several at once.
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
WAIT = int(os.environ.get("WAIT", 30))  # seconds that a request waits for a turn: 30 at most
REST = 0.5  # seconds between two of them
token = None
if len(sys.argv) < 2:
    raise SystemExit(__doc__)
requests = -1  # registering is not counted


def call(method, path, body=None, **headers):
    """One request. What may pass (no connection, 429, 5xx) is tried again; with an Idempotency-Key nothing is done twice."""
    global requests
    if token:
        headers["Authorization"] = "Bearer " + token
    if body is not None:
        headers["Content-Type"] = "application/json"
    if token and body is not None:
        headers["Idempotency-Key"] = str(uuid.uuid4())
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
    raise SystemExit(f"{URL} gives no answer")


name = "Polling %08x" % random.getrandbits(32)
token = call("POST", "/v1/players", {"name": name, "kind": "bot"})["token"]
playing = set(sys.argv[1:])
for match in playing:
    call("POST", f"/v1/matches/{match}/join", {})
print(f"{name} plays {len(playing)} matches", flush=True)

moves = 0


def play(now):
    """Makes moves for as long as it is our turn: each brings back what may be done next."""
    global moves
    here = "/v1/matches/" + now["id"]
    # With one match there is nothing else to ask for: the answer of a move waits until it is our turn again.
    wait = WAIT if len(playing) == 1 else 0
    while now["yourTurn"] and "legalMoves" in now:
        move = random.choice(now["legalMoves"]["moves"])["move"]
        answer = call("POST", f"{here}/moves?include=legalMoves&wait={wait}", move, **{"If-Match": '"%d"' % now["version"]})
        now = answer.get("match") or {**answer, "id": now["id"]}
        moves += 1
    if now["status"] not in ("open", "running"):
        playing.discard(now["id"])


while playing:
    turns = call("GET", f"/v1/me/turns?include=legalMoves&first=10&wait={WAIT}")["items"]
    # The end of a match is no turn. So if nothing waits for us for long, we look whether ours still go on.
    for now in turns or [call("GET", f"/v1/matches/{match}?include=legalMoves") for match in list(playing)]:
        play(now)
    if len(playing) > 1:
        time.sleep(REST)

print(f"all over: {requests} requests for {moves} moves: {requests / max(1, moves):.2f} a move")
