/** Permission to save reports for everybody, and to change and delete such reports. */
export const shareReports = 'share saved report'

/** Permission to have reports sent by email. */
export const scheduleReports = 'schedule saved report'
