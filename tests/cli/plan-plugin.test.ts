import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { planPlugin } from '../../cli/make-plugin.ts'
import { namedPlugins } from '../../cli/plugins.ts'
import { projectRoot } from '../../core/root.ts'

/** The plan for `stoa make plugin` is tested before any file is written. */
describe('a new plugin', () => {
  test('uses its own names everywhere: files, code, tables, URLs and labels', async () => {
    const { files, words, resource, label } = await planPlugin('garden-club', { resource: 'flower_bed', label: 'Flower bed' })
    expect([resource, label]).toEqual(['flower_bed', 'Flower bed'])
    expect(Object.fromEntries(words)).toEqual({
      'Sample items': 'Flower beds',
      'Sample item': 'Flower bed',
      SampleItem: 'FlowerBed',
      sampleItem: 'flowerBed',
      sample_item: 'flower_bed',
      'sample-item': 'flower-bed',
      'sample item': 'flower bed',
      Sample: 'Garden club',
      sample: 'garden-club',
    })
    expect(files).toContain('plugin.ts')
    expect(files.filter((file) => /sample/i.test(file))).toEqual([])
  })

  test('with only a plugin name uses it for its resource and label', async () => {
    expect(await planPlugin('lost-property', {})).toMatchObject({ resource: 'lost_property', label: 'Lost property' })
  })

  test.each([
    ['box', 'boxes'],
    ['dish', 'dishes'],
    ['church', 'churches'],
    ['class', 'classes'],
    ['city', 'cities'],
    ['key', 'keys'],
    ['lamp', 'lamps'],
    ['prize', 'prizes'],
  ])('forms the plural of %s as %s', async (singular, many) => {
    const { words } = await planPlugin('x-thing', { resource: `spare_${singular}` })
    expect(words.get('Sample items')).toBe(`Spare ${many}`)
  })

  test('uses the plural given for a label with an irregular one', async () => {
    const { words } = await planPlugin('x-thing', { resource: 'spare_person', label: ' Person ', plural: ' People ' })
    expect([words.get('Sample item'), words.get('Sample items')]).toEqual(['Person', 'People'])
  })

  test.each(['Garden', 'garden_club', '1garden', 'garden--club', '-garden', 'garden-', 'gärten', '', 'core', '../x', 'a b'])(
    'refuses the plugin id %j',
    (id) => expect(planPlugin(id, {})).rejects.toMatchObject({ exit: 'usage', message: expect.stringContaining('is no plugin id') }),
  )

  test.each(['Bed', 'flower-bed', '1bed', 'bed_', 'flower__bed', 'b d', `a${'b'.repeat(50)}`, '"; drop'])(
    'refuses the resource name %j',
    (resource) =>
      expect(planPlugin('x-thing', { resource })).rejects.toMatchObject({
        exit: 'usage',
        message: expect.stringContaining('is no resource name'),
      }),
  )

  test('refuses a folder and a resource name that are already in use', async () => {
    const [existingId = ''] = namedPlugins()
    await expect(planPlugin(existingId, {})).rejects.toMatchObject({
      exit: 'conflict',
      message: expect.stringContaining(`plugins/${existingId}`),
    })
    await expect(planPlugin('x-thing', { resource: 'account' })).rejects.toMatchObject({
      exit: 'conflict',
      message: 'The plugin core has a resource "account" already.',
    })
  })
})

test('the plugins of the product are those listed in its package.json, each once', () => {
  const { stoa } = JSON.parse(readFileSync(join(projectRoot(), 'package.json'), 'utf8'))
  expect(namedPlugins()).toEqual(stoa.plugins)
  expect(new Set(namedPlugins()).size).toBe(namedPlugins().length)
})
