import { useEffect, useState } from 'react'
import { NotThere, type HeadInfo, type ScreenContext } from 'stoa/store'
import { CANVAS_READY, type Draw } from '../../domain/canvas.ts'
import type { FormView, TabView } from '../../api-types.ts'
import { FilledForm } from '../shared/filled-form.tsx'

export const load = async ({ bootstrap }: ScreenContext): Promise<null> => {
  if (!bootstrap.staff) throw new NotThere()
  return null
}

export const head = (): HeadInfo => ({ title: '', noindex: true })

const empty: Omit<FormView, 'tabs'> = {
  id: 1,
  url: '',
  title: '',
  description: '',
  success_message: '',
  meta_title: '',
  meta_description: '',
  allow_guest: true,
  limit_submit: false,
  form_version: 0,
  standing: 'open',
}

/** Renders a form in the form builder. It cannot be submitted here. */
export default function FormCanvas() {
  const [tabs, setTabs] = useState<TabView[]>([])
  useEffect(() => {
    const draw: Draw = (next) => setTabs(next)
    const stay = (event: Event) => {
      event.preventDefault()
      event.stopPropagation()
    }
    document.addEventListener('submit', stay, true)
    // After hydration of the whole page, which styles depend on.
    queueMicrotask(() => window.frameElement?.dispatchEvent(new CustomEvent(CANVAS_READY, { detail: draw })))
    return () => document.removeEventListener('submit', stay, true)
  }, [])
  if (tabs.length === 0) return null
  return (
    <div className="page narrow">
      <FilledForm key={tabs.length} form={{ ...empty, tabs }} given={{}} />
    </div>
  )
}
