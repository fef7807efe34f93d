/**
 * Facts told between plugins, by name. Each owner widens it:
 * `declare module 'stoa/events' { interface Events { 'review.published': { reviewId: number } } }`
 */
// oxlint-disable-next-line typescript/no-empty-interface -- widened by plugins
export interface Events {}
