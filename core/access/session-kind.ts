/** Staff and shoppers have sessions of different kinds; one never passes for the other. */
export type SessionKind = 'admin' | 'user'
