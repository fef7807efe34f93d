import { f } from 'stoa'

const marks = { list: true, sort: true, filter: true, batch: true } as const

/** A field of every type with a single value, as declared by the owner and as contributed by another plugin. */
export const everyKind = () => ({
  text: f.maybe(f.text({ ...marks, search: true })),
  area: f.maybe(f.area(marks)),
  rich: f.maybe(f.rich(marks)),
  code: f.maybe(f.code({ sort: true, filter: true })),
  slug: f.maybe(f.slug(marks)),
  key: f.maybe(f.key(marks)),
  email: f.maybe(f.email(marks)),
  url: f.maybe(f.url({ ...marks, guards: [] })),
  phone: f.maybe(f.phone(marks)),
  colour: f.maybe(f.colour(marks)),
  sealed: f.maybe(f.sealed()),
  int: f.maybe(f.int(marks)),
  decimal: f.maybe(f.decimal(marks)),
  percent: f.maybe(f.percent(marks)),
  money: f.maybe(f.money(marks)),
  flag: f.flag({ ...marks, default: false }),
  pick: f.maybe(f.pick(['low', 'mid', 'top'], marks)),
  size: f.maybe(f.pick([1, 5, 10], marks)),
  picks: f.picks(['a', 'b', 'c'], { list: true, filter: true, batch: true }),
  tags: f.tags({ list: true, filter: true, batch: true }),
  date: f.maybe(f.date(marks)),
  instant: f.maybe(f.instant(marks)),
  time: f.maybe(f.time(marks)),
  weekdays: f.weekdays({ list: true, filter: true, batch: true }),
  duration: f.maybe(f.duration(marks)),
  image: f.maybe(f.image(marks)),
  file: f.maybe(f.file(marks)),
  paper: f.maybe(f.privateFile({ list: true })),
  place: f.maybe(f.place({ list: true, filter: true, batch: true })),
  json: f.maybe(f.json({ batch: true })),
  shelf_id: f.maybe(f.one('shelf', marks)),
  about: f.maybe(f.any(['shelf', 'brand'], marks)),
})

export type EveryKind = ReturnType<typeof everyKind>

/** The same fields under other names, so that two plugins can add them to one resource. */
export const prefixed = (prefix: string): Record<string, EveryKind[keyof EveryKind]> =>
  Object.fromEntries(Object.entries(everyKind()).map(([name, field]) => [`${prefix}_${name}`, field]))

/** Three values of a type in ascending order, as the API returns them. */
export interface Sample {
  values: readonly [unknown, unknown, unknown]
  /** Other inputs that are equal to the first value. */
  also?: readonly unknown[]
}

/** Values of each type by field name; shelves with ids 1 to 3 must exist. */
export const samples: Record<Exclude<keyof EveryKind, 'sealed' | 'flag' | 'paper'>, Sample> = {
  text: { values: ['=1+1 "quoted", 50% | bar', 'fünf 五', 'zwei \\ _x'], also: [' =1+1 "quoted", 50% | bar '] },
  area: { values: ['a\nb', 'b', 'c'] },
  rich: { values: ['<p>a</p>', '<p>b</p>', '<p>c</p>'], also: ['<p>a<script>x</script></p>'] },
  code: { values: ['  a { }', 'b { }', 'c { }'] },
  slug: { values: ['a-1', 'b_2', 'c.3'] },
  key: { values: ['a1', 'b_2', 'c3'] },
  email: { values: ['a@shop.test', 'b@shop.test', 'c@shop.test'], also: ['A@Shop.test'] },
  url: { values: ['https://a.test/?q=1,2', 'https://b.test/', 'https://c.test/'] },
  phone: { values: ['+852 1', '+852 222', '+852 333'], also: [' +852 1'] },
  colour: { values: ['#000000', '#77aaff', '#ffffff'], also: ['#000', '#000'] },
  int: { values: [-9, 10, 100] },
  decimal: { values: ['-9.5', '10', '100.25'], also: [-9.5] },
  percent: { values: ['5.5', '12', '100'], also: ['5.50', 5.5] },
  money: { values: ['9.00', '10.50', '100.00'], also: ['9', 9] },
  pick: { values: ['low', 'mid', 'top'] },
  size: { values: [1, 5, 10] },
  picks: { values: [['a'], ['a', 'b'], ['b', 'c']] },
  tags: { values: [['one'], ['one', 'two, three'], ['four']] },
  date: { values: ['2024-02-29', '2025-12-31', '2026-01-01'] },
  instant: {
    values: ['2026-01-01T00:00:00.000Z', '2026-01-01T09:30:00.000Z', '2026-02-01T00:00:00.000Z'],
    also: ['2026-01-01T08:00:00+08:00'],
  },
  time: { values: ['09:05', '10:00', '23:59'], also: ['9:05'] },
  weekdays: { values: [[1], [1, 5], [6, 7]] },
  duration: { values: [9, 90, 1000] },
  image: { values: ['img/a.png', 'img/b.png', 'img/c.png'] },
  file: { values: ['doc/a.pdf', 'doc/b.pdf', 'doc/c.pdf'] },
  place: {
    values: [
      { text: 'Pier', latitude: -9.5, longitude: 114.15 },
      { text: 'Pier', latitude: 10, longitude: null },
      { text: 'Pier', latitude: 22.25, longitude: 114.15 },
    ],
    also: ['-9.5,114.15 Pier'],
  },
  json: { values: [{ a: [1, null, 'x'] }, [1], 'text'] },
  shelf_id: { values: [1, 2, 3] },
  about: { values: ['shelf:1', 'shelf:2', 'shelf:3'], also: ['Shelf:1'] },
}
