import { defineSettings, f, validationError, message } from 'stoa'
import { colourContrast, READABLE } from './domain/contrast.ts'

const colour = (value: string) => f.text({ default: value, maxLength: 9, open: true })

/** Template and colours of the store. */
export const template = defineSettings({
  group: 'template',
  order: 20,
  area: 'store',
  icon: 'page-layout',
  fields: {
    template: f.pick(['classic', 'studio', 'market'], { default: 'classic', open: true }),
    accent: colour('#1f5f4a'),
    surface: colour('#ffffff'),
    ink: colour('#1c1f1e'),
    sale: colour('#b3261e'),
  },
  check: ({ next }) => {
    const colours = { surface: next.surface, accent: next.accent, ink: next.ink, sale: next.sale }
    for (const [name, value] of Object.entries(colours)) {
      const ratio = name === 'surface' ? colourContrast(value, '#000000') : colourContrast(value, next.surface)
      if (Number.isNaN(ratio)) throw validationError({ [name]: message('content:error.colour') })
      if (name !== 'surface' && ratio < READABLE)
        throw validationError({ [name]: message('content:error.contrast', { ratio: ratio.toFixed(1) }) })
    }
  },
})

/** Contact details of the shop, and the recipient of contact messages. */
export const contact = defineSettings({
  group: 'contact',
  order: 25,
  area: 'store',
  icon: 'inbox',
  fields: {
    notify_email: f.maybe(f.email()),
    public_email: f.maybe(f.email({ open: true })),
    public_phone: f.maybe(f.phone({ open: true })),
    address: f.maybe(f.area({ localized: true, open: true, maxLength: 500 })),
    hours: f.maybe(f.area({ localized: true, open: true, maxLength: 500 })),
    map_url: f.maybe(f.url({ open: true })),
  },
})
