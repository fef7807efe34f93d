/** What a link of a mail says. All of it is signed, and goes back as it came. */
export interface LinkSaid {
  email: string
  signature: string
  channel?: string
  topic?: string
  ref?: string
}

/** What the address of the page says; what it leaves out stays away, for older links say less. */
export function linkIn({ email = '', signature = '', channel, topic, ref }: Record<string, string | undefined>): LinkSaid {
  return {
    email,
    signature,
    ...(channel === undefined ? {} : { channel }),
    ...(topic === undefined ? {} : { topic }),
    ...(ref === undefined ? {} : { ref }),
  }
}
