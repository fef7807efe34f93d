type FixtureDay = readonly [start: string, title: string, end?: string]

/** An iCalendar file with a day per event. Without `whole`, as short as possible. */
export const asIcs = (list: readonly FixtureDay[], whole = true): string =>
  [
    'BEGIN:VCALENDAR',
    ...(whole ? ['PRODID:-//1823 Call Centre, HKSAR Government//Hong Kong Public Holidays//EN', 'VERSION:2.0', 'CALSCALE:GREGORIAN'] : []),
    ...list.flatMap(([start, title, end]) => [
      'BEGIN:VEVENT',
      start.includes('T') || !whole ? `DTSTART:${start}` : `DTSTART;VALUE=DATE:${start}`,
      ...(end ? [`DTEND;VALUE=DATE:${end}`] : []),
      ...(whole ? [`UID:${start}@1823.gov.hk`] : []),
      `SUMMARY:${title}`,
      'END:VEVENT',
    ]),
    'END:VCALENDAR',
    '',
  ].join(whole ? '\r\n' : '\n')

/** The JSON of the same shape. */
export const asJson = (list: readonly FixtureDay[], whole = true): string =>
  JSON.stringify({
    vcalendar: [
      {
        ...(whole ? { prodid: '-//1823 Call Centre, HKSAR Government//Hong Kong Public Holidays//EN', version: '2.0' } : {}),
        vevent: list.map(([start, summary]) =>
          whole ? { dtstart: [start, { value: 'DATE' }], uid: `${start}@1823.gov.hk`, summary } : { dtstart: [start], summary },
        ),
      },
    ],
  })
