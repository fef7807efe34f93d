/** First words of the site's own addresses: no page may take one. */
const words = new Set([
  'admin', 'api', 'clickup', 'stripe', 'login', 'register', 'account', 'checkout', 'cart', 'search', 'category', 'product', 'redeem', 'service', 'services',
  'order', 'contact-us', 'blog', 'event', 'booking', 'unsubscribe', 'form', 'funnel', 'ebook', 'wishlist', 'page', 'landing-page', 'password', 'email',
  'email-validation', 'resend-email', 'set-password', 'reset-password', 'en-us', 'zh-hk', 'zh-cn', 'assets', 'files', 'health', 'metrics', 'sitemap.xml', 'robots.txt',
])

/** Whether a page address would hide a page of the site itself. */
export const isReserved = (url: string): boolean => words.has(url.toLowerCase())
