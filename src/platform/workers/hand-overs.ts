/** Connections on their way to a worker. Node forgets the one that a worker was handed as it died: its client would wait for ever, and this process would keep it open. */
import type { ChildProcess } from 'node:child_process'
import type { Worker } from 'node:cluster'

interface Handle {
  close(): void
}

/** What Node's cluster says to a worker and hears from it. Nothing of this is documented: where it looks otherwise, nothing is noted and nothing is closed. */
interface ClusterMessage {
  readonly cmd?: string
  readonly act?: string
  readonly seq?: number
  readonly ack?: number
}

const isOfCluster = (message: unknown): message is ClusterMessage =>
  typeof message === 'object' && message !== null && 'cmd' in message && message.cmd === 'NODE_CLUSTER'

const isHandle = (value: unknown): value is Handle =>
  typeof value === 'object' && value !== null && 'close' in value && typeof value.close === 'function'

/** Sees to it that no connection is left open that the worker had not confirmed when it ended. */
export function closeUnconfirmed({ process: child }: Pick<Worker, 'process'>): void {
  const underWay = new Map<number, Handle>()
  const send = child.send.bind(child) as (...sent: unknown[]) => boolean
  const noteAndSend = (...sent: unknown[]): boolean => {
    const [message, handle] = sent
    if (isOfCluster(message) && message.act === 'newconn' && message.seq !== undefined && isHandle(handle))
      underWay.set(message.seq, handle)
    return send(...sent)
  }
  child.send = noteAndSend as ChildProcess['send']
  child.on('internalMessage', (message: unknown) => {
    if (isOfCluster(message) && message.ack !== undefined) underWay.delete(message.ack)
  })
  child.once('exit', () => {
    for (const handle of underWay.values()) handle.close()
  })
}
