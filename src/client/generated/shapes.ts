// Written from the schemas by `npm run generate`. Do not edit.
import type * as Kingdoms from './kingdoms.js'
import type * as MedievalRealms from './medieval-realms.js'
import type * as Regents from './regents.js'
import type * as Royals from './royals.js'

/** The shapes of every game, by its id. */
export interface Shapes {
  'kingdoms': { options: Kingdoms.Options; move: Kingdoms.Move; view: Kingdoms.View; notice: Kingdoms.Notice; content: Kingdoms.GameContent }
  'medieval-realms': { options: MedievalRealms.Options; move: MedievalRealms.Move; view: MedievalRealms.View; notice: MedievalRealms.Notice; content: MedievalRealms.GameContent }
  'regents': { options: Regents.Options; move: Regents.Move; view: Regents.View; notice: Regents.Notice; content: Regents.GameContent }
  'royals': { options: Royals.Options; move: Royals.Move; view: Royals.View; notice: Royals.Notice; content: Royals.GameContent }
}
