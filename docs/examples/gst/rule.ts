import { defineSettings, f } from 'stoa'
import { includedTax, type TaxRule } from 'stoa/plugins/sales'

/** The rate in per cent, and the product types that are exempt. */
export const gst = defineSettings({
  group: 'gst',
  order: 62,
  area: 'selling',
  icon: 'percentage',
  fields: { rate: f.percent({ default: '9' }), exempt: f.tags({ default: ['virtual'] }) },
})

/** Singapore's GST: included in shipping and in all products but exempt types; exports are zero-rated. */
export const gstRule: TaxRule = {
  title: 'gst:rule',
  prepare: ({ kernel, language }, { currency, destination, lines }) => {
    const { rate, exempt } = kernel.settings.of(gst)
    const percent = destination && destination.country !== 'SGP' ? 0 : Number(rate)
    const label = kernel.i18n.t(language, 'gst:label')
    const taxes = (amount: number) => [{ code: 'GST', label, rate: percent, amount: includedTax(amount, percent, currency) }]
    return (amounts) => ({
      lines: amounts.lines.map((amount, i) => (exempt.includes(lines[i]?.product_type ?? '') ? [] : taxes(amount))),
      shipping: taxes(amounts.shipping),
    })
  },
}
