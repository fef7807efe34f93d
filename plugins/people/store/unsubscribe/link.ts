/** Signed parameters of an e-mailed link, returned unchanged. */
export interface UnsubscribeLink {
  email: string
  signature: string
  channel?: string
  topic?: string
  ref?: string
}

/** Parses the page's query; absent parameters stay absent, since older links have fewer. */
export function linkIn({ email = '', signature = '', channel, topic, ref }: Record<string, string | undefined>): UnsubscribeLink {
  return {
    email,
    signature,
    ...(channel === undefined ? {} : { channel }),
    ...(topic === undefined ? {} : { topic }),
    ...(ref === undefined ? {} : { ref }),
  }
}
