import { useMemo } from 'react'
import { defineTexts, type Lens } from '../../../../ui-admin/src/kit/index.ts'

const useTexts = defineTexts({
  'en-US': { label: 'Service product', plural: 'Service products' },
  'zh-HK': { label: '服務商品', plural: '服務商品' },
  'zh-CN': { label: '服务商品', plural: '服务商品' },
})

const only = { type: 'service' } as const

/** The products that are services, for those who work on the applications for them. */
export function useServiceLens(): Lens {
  const say = useTexts()
  const [label, plural] = [say('label'), say('plural')]
  return useMemo(() => ({ path: 'application-product', label, plural, only }), [label, plural])
}
