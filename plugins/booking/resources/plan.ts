import { defineResource, f, validationError, message } from 'stoa'

/** Weekly hours and exceptions, shared by events and resources. */
const hourFields = {
  weekdays: f.weekdays(),
  starts: f.time(),
  ends: f.time(),
  since: f.maybe(f.date()),
  until: f.maybe(f.date()),
}
const exceptionFields = {
  day: f.date(),
  closed: f.flag({ default: false }),
  starts: f.maybe(f.time()),
  ends: f.maybe(f.time()),
}

function hoursCheck({ input, old }: { input: object; old: object | null }): void {
  const { weekdays, since, until } = { ...old, ...input } as { weekdays?: number[]; since?: string | null; until?: string | null }
  if (weekdays?.length === 0) throw validationError({ weekdays: message('core:rule.required') })
  if (since && until && until < since) throw validationError({ until: message('booking:error.until') })
}

/** An exception is either closed or has hours. */
function exceptionCheck({ input, old }: { input: object; old: object | null }): void {
  const { closed, starts, ends } = { ...old, ...input } as { closed?: boolean; starts?: string | null; ends?: string | null }
  if (closed) return
  if (!starts) throw validationError({ starts: message('core:rule.required') })
  if (!ends) throw validationError({ ends: message('core:rule.required') })
}

const owner = { readOnly: true, sheet: false } as const

export const eventHours = defineResource({
  name: 'event_hours',
  verbs: [],
  label: 'starts',
  fields: { event_id: f.one('event', owner), ...hourFields },
  hooks: { validate: hoursCheck },
})

export const eventException = defineResource({
  name: 'event_exception',
  verbs: [],
  label: 'day',
  fields: { event_id: f.one('event', owner), ...exceptionFields },
  hooks: { validate: exceptionCheck },
})

export const resourceHours = defineResource({
  name: 'booking_resource_hours',
  verbs: [],
  label: 'starts',
  fields: { booking_resource_id: f.one('booking_resource', owner), ...hourFields },
  hooks: { validate: hoursCheck },
})

export const resourceException = defineResource({
  name: 'booking_resource_exception',
  verbs: [],
  label: 'day',
  fields: { booking_resource_id: f.one('booking_resource', owner), ...exceptionFields },
  hooks: { validate: exceptionCheck },
})
