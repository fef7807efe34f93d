/** Other hosts a page may use, by directive. */
export type Sources = Readonly<Partial<Record<'script-src' | 'connect-src' | 'frame-src' | 'img-src' | 'form-action', readonly string[]>>>

/**
 * What a store page may load. Scripts need the nonce; nothing comes from other hosts, unless a plugin opened them for
 * this page, or the shop runs scripts of its own, which then may bring what they need.
 */
export const contentSecurityPolicy = (nonce: string, { ownScripts, sources = {} }: { ownScripts: boolean; sources?: Sources }): string => {
  const opened = (directive: keyof Sources) => (sources[directive] ?? []).map((host) => ` ${host}`).join('')
  const also = ownScripts ? ' https:' : ''
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}'${opened('script-src')}${ownScripts ? ` 'strict-dynamic'` : ''}`,
    // Rich texts carry style attributes, and pages a style sheet of their own.
    `style-src 'self' 'unsafe-inline'${also}`,
    `img-src 'self' data:${opened('img-src')}${also}`,
    `font-src 'self' data:${also}`,
    `connect-src 'self'${opened('connect-src')}${also}`,
    // Players of the only services whose videos rich texts may hold.
    `frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com${opened('frame-src')}${also}`,
    `worker-src 'none'`,
    `object-src 'none'`,
    `base-uri 'self'`,
    // A step on the way may lead to a page elsewhere that takes a form post.
    `form-action 'self' https:${opened('form-action')}`,
    `frame-ancestors 'self'`,
  ].join('; ')
}
