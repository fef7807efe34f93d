import { expect, test } from 'vitest'
import { suite } from 'stoa/testing'

const shop = suite(['fulfilment', 'returns'])

test('sales presets still include the permissions for shipments, returns and refunds', () => {
  const { presets } = shop.it.kernel.registry
  const viewer = ['get order', 'get shipment', 'get return', 'get refund']
  expect(presets.get('sales.viewer')).toEqual(viewer)
  expect(presets.get('sales.editor')).toEqual(expect.arrayContaining([...viewer, 'ship order', 'return order', 'export order']))
  expect(presets.get('sales.editor')).not.toContain('approve refund')
  expect(presets.get('sales.manager')).toEqual(
    expect.arrayContaining([...viewer, 'return order', 'refund order', 'approve refund', 'resolve order']),
  )
})
