/** Moves over a WebSocket, as the SDK sends them: counted, so that a campaign can tell that there were some. */
import WebSocket from 'ws'

let sent = 0

export class CountedSocket extends WebSocket {
  override send(text: string): void {
    if (text.includes('submitMove')) sent++
    super.send(text)
  }
}

export const movesOverSockets = (): number => sent
