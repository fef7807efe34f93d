import { useLocation } from '@tanstack/react-router'
import { useEffect } from 'react'
import type { HeadInfo, Shop } from '../kit/types.ts'
import { headTags } from './head-tags.ts'

// The first page already has its head. Effects run only in the browser, where a module has one visitor.
let served = true

const getNode = (name: string, attributes: Record<string, string>, text: string | undefined) => {
  const node = document.createElement(name)
  node.setAttribute('data-head', '')
  for (const [key, value] of Object.entries(attributes)) node.setAttribute(key, value)
  if (text !== undefined) node.textContent = text
  return node
}

/** Updates the document head when the screen changes, except for the first, server-rendered screen. */
export const useHead = (head: HeadInfo, shop: Shop): void => {
  const path = useLocation({ select: (location) => location.pathname })
  useEffect(() => {
    const keep = served && document.querySelector('[data-head]') !== null
    served = false
    if (keep) return
    const [title, ...rest] = headTags(head, shop, path)
    document.title = title?.text ?? ''
    for (const old of document.head.querySelectorAll('[data-head]')) old.remove()
    document.head.append(...rest.map((tag) => getNode(tag.name, tag.attributes, tag.text)))
  }, [head, shop, path])
}
