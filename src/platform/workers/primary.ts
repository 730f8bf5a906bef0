/** The primary process, as a worker speaks with it. */
import type { Channel } from './colleagues.js'
import type { FromPrimary } from './messages.js'

export const toPrimary: Channel = {
  tell(message) {
    // Where the primary has gone, this process is about to end.
    if (process.connected) process.send?.(message, undefined, undefined, () => {})
  },
  // Nobody but the primary writes to this channel.
  hear: (listener) => void process.on('message', (message: FromPrimary) => listener(message)),
}

type Told<T extends FromPrimary['type']> = Extract<FromPrimary, { type: T }>

const isOfType = <T extends FromPrimary['type']>(message: FromPrimary, type: T): message is Told<T> => message.type === type

/** The next message of this type. */
export const told = <T extends FromPrimary['type']>(type: T, { hear }: Pick<Channel, 'hear'> = toPrimary): Promise<Told<T>> =>
  new Promise((resolve) =>
    hear((message) => {
      if (isOfType(message, type)) resolve(message)
    }),
  )
