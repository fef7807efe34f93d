/** Allowed external hosts of a page, by directive. */
export type Sources = Readonly<Partial<Record<'script-src' | 'connect-src' | 'frame-src' | 'img-src' | 'form-action', readonly string[]>>>

/**
 * Content-Security-Policy of store pages. Scripts require the nonce. Other hosts are blocked, unless a plugin allows them for this
 * page, or the shop has scripts of its own, which may load any https resource.
 */
export const contentSecurityPolicy = (nonce: string, { ownScripts, sources = {} }: { ownScripts: boolean; sources?: Sources }): string => {
  const opened = (directive: keyof Sources) => (sources[directive] ?? []).map((host) => ` ${host}`).join('')
  const also = ownScripts ? ' https:' : ''
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}'${opened('script-src')}${ownScripts ? ` 'strict-dynamic'` : ''}`,
    // Rich texts have style attributes, and pages a style sheet of their own.
    `style-src 'self' 'unsafe-inline'${also}`,
    `img-src 'self' data:${opened('img-src')}${also}`,
    `font-src 'self' data:${also}`,
    `connect-src 'self'${opened('connect-src')}${also}`,
    // The video players that rich texts may embed.
    `frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com${opened('frame-src')}${also}`,
    `worker-src 'none'`,
    `object-src 'none'`,
    `base-uri 'self'`,
    // A plugin's page may post a form to another site, for example to a payment page.
    `form-action 'self' https:${opened('form-action')}`,
    `frame-ancestors 'self'`,
  ].join('; ')
}
