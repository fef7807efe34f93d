/**
 * What a store page may load. Scripts need the nonce; nothing comes from other hosts, unless the shop
 * runs scripts of its own, which then may bring what they need, or its forms ask for a captcha.
 */
export const contentSecurityPolicy = (
  nonce: string,
  { ownScripts, captcha, card, local }: { ownScripts: boolean; captcha: boolean; card?: boolean; local?: boolean },
): string => {
  const google = captcha ? ' https://www.google.com/recaptcha/' : ''
  // The card page alone brings the form of its maker: what is typed there never passes through the shop.
  const maker = card ? ' https://js.stripe.com' : ''
  const also = ownScripts ? ' https:' : ''
  return [
    `default-src 'self'`,
    `script-src 'self' 'nonce-${nonce}'${captcha ? `${google} https://www.gstatic.com/recaptcha/` : ''}${maker}${ownScripts ? ` 'strict-dynamic'` : ''}`,
    // Rich texts carry style attributes, and pages a style sheet of their own.
    `style-src 'self' 'unsafe-inline'${also}`,
    `img-src 'self' data:${also}`,
    `font-src 'self' data:${also}`,
    `connect-src 'self'${google}${card ? ' https://api.stripe.com' : ''}${also}`,
    // Players of the only services whose videos rich texts may hold.
    `frame-src 'self' https://www.youtube-nocookie.com https://player.vimeo.com${google}${card ? `${maker} https://hooks.stripe.com` : ''}${also}`,
    `worker-src 'none'`,
    `object-src 'none'`,
    `base-uri 'self'`,
    // Payment pages of gateways take a form post; on the developer's own machine, those of a rehearsal do.
    `form-action 'self' https:${local ? ' http://127.0.0.1:*' : ''}`,
    `frame-ancestors 'self'`,
  ].join('; ')
}
