import { editors } from 'virtual:plugins'
import { lazy, type ComponentType } from 'react'
import { inTime } from '../common/load-chunk.ts'
import { settingEditors } from '../settings/editors/index.ts'
import type { InputProps } from './types.ts'

type Load = () => Promise<{ default: ComponentType<InputProps> }>

const loaders: Record<string, Load> = { ...settingEditors, ...editors }
const loaded = new Map<string, ComponentType<InputProps>>()

/** The custom input of a plugin for a field; undefined for the generic one. */
export function getEditor(resource: string, field: string): ComponentType<InputProps> | undefined {
  const key = `${resource}.${field}`
  const load = loaders[key]
  if (load && !loaded.has(key))
    loaded.set(
      key,
      lazy(() => inTime(load)),
    )
  return loaded.get(key)
}
