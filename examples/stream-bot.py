#!/usr/bin/env python3
"""A bot that follows its inbox as server-sent events, with nothing but the standard library: python3 examples/stream-bot.py <match>...

It joins these open matches and plays at random until all of them have ended. One request stays open and tells what happens in all of them, and what we may do.
"""
import http.client
import json
import os
import random
import sys
import time
import urllib.error
import urllib.request
import uuid

URL = os.environ.get("CHANCERY_URL", "http://127.0.0.1:3000")
token = None
if len(sys.argv) < 2:
    raise SystemExit(__doc__)
requests = -1  # registering is not counted


def ask(method, path, body=None, **headers):
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
        try:
            return urllib.request.urlopen(urllib.request.Request(URL + path, data, headers, method=method), timeout=40)
        except urllib.error.HTTPError as error:
            problem = json.load(error)
            if error.code < 500 and error.code != 429:
                raise SystemExit(problem["code"] + ": " + problem["detail"])
            pause = float(error.headers.get("Retry-After", 0))
        except OSError:
            pause = 0
        time.sleep(max(pause, 0.2 * 2**attempt))
    raise SystemExit(f"{URL} gives no answer")


def call(*request, **headers):
    with ask(*request, **headers) as response:
        return json.load(response)


def inbox():
    """What happens in our matches. A stream that breaks off is resumed after the last item: nothing is lost."""
    resume = {}
    while True:
        with ask("GET", "/v1/me/stream?include=legalMoves", Accept="text/event-stream", **resume) as stream:
            try:
                for line in stream:
                    if line.startswith(b"data: "):
                        item = json.loads(line[6:])
                        yield item
                        resume = {"Last-Event-ID": item["cursor"]}
            except (OSError, http.client.HTTPException):
                pass
        time.sleep(1)


name = "Stream %08x" % random.getrandbits(32)
token = call("POST", "/v1/players", {"name": name, "kind": "bot"})["token"]
playing = set(sys.argv[1:])
for match in playing:
    call("POST", f"/v1/matches/{match}/join", {})
print(f"{name} plays {len(playing)} matches", flush=True)

moves = 0
known = {}  # the version up to which we have seen a match
for item in inbox():
    match = item["match"]
    here = "/v1/matches/" + match
    # The answer of our own move has shown what came of it: news of that are no news.
    if item["yourTurn"] and item["version"] > known.get(match, 0):
        now = item
        while now["yourTurn"]:
            if "legalMoves" not in now:  # the match has gone on since
                now = call("GET", here + "?include=legalMoves")
                continue
            move = random.choice(now["legalMoves"]["moves"])["move"]
            now = call("POST", here + "/moves?include=legalMoves", move, **{"If-Match": '"%d"' % now["version"]})
            moves += 1
        known[match] = now["version"]
    if item["status"] not in ("open", "running"):
        playing.discard(match)
    if not playing:
        break

print(f"all over: {requests} requests for {moves} moves: {requests / max(1, moves):.2f} a move")
