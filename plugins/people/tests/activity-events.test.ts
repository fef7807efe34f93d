import { expect, test } from 'vitest'
import { definePlugin, contribute } from 'stoa'
import { Registry } from '../../../core/plugin/registry.ts'
import { ACTIVITY_EVENTS } from '../index.ts'

const people = definePlugin({ id: 'people', extensionPoints: [ACTIVITY_EVENTS] })
const source = (id: string, text: string) =>
  definePlugin({ id, after: ['people'], contributions: [contribute(ACTIVITY_EVENTS, 'done', { text, of: { name: 'person' } })] })

test.each(['repair:timeline.done', 'repair-desk:timeline.done', 'desk2:timeline.done_2', 'my_desk:timeline.done'])(
  'an activity event can have the text key %s',
  (text) => {
    const [id = ''] = text.split(':')
    const { extensionPoints } = new Registry([people, source(id, text)])
    expect(extensionPoints.get(ACTIVITY_EVENTS.name)?.contributions.map(({ plugin }) => plugin)).toEqual([id])
  },
)

test.each(['A repair is done', 'timeline.done', 'repair:'])('the text key "%s" is invalid and stops the startup', (text) => {
  expect(() => new Registry([people, source('repair', text)])).toThrow(/repair.*"done" to "people\/timeline".*text/)
})
