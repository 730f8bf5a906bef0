// Written from the schemas by `npm run generate`. Do not edit.
/** The types of Kingdoms. */
export type * as Kingdoms from './kingdoms.js'
/** The types of Medieval Realms. */
export type * as MedievalRealms from './medieval-realms.js'
/** The types of Régents. */
export type * as Regents from './regents.js'
/** The types of Royals. */
export type * as Royals from './royals.js'
