/** Staff and customers have sessions of different kinds. One is never accepted as the other. */
export type SessionKind = 'admin' | 'user'
