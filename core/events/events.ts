/**
 * Events between plugins, by name. Each plugin adds its own: `declare module 'stoa/events' { interface Events { 'review.published':
 * { reviewId: number } } }`
 */
// oxlint-disable-next-line typescript/no-empty-interface -- widened by plugins
export interface Events {}
