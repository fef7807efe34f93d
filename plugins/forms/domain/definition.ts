import { getCodeKey, type FieldType, type FieldOptions, type GroupRule, type AnswerProblem } from './shape.ts'

/** A field of a form definition, enabled or not. */
export interface Drafted {
  enabled: boolean
  type: FieldType
  key: string
  additional_options: FieldOptions
}

/** Reserved keys: other parameters of a submission, and properties of Object. */
const RESERVED_KEYS = new Set(['language', 'form_version', 'captcha', 'leave_blank', 'globals', 'constructor', 'prototype'])

/** Errors of a form definition, by path such as `tabs.0.fields.1.key`. */
export function definitionProblems(
  tabs: readonly { fields: readonly Drafted[] }[],
  rules: readonly GroupRule[],
): Record<string, AnswerProblem[]> {
  const found: Record<string, AnswerProblem[]> = {}
  const add = (path: string, key: string, params?: Record<string, unknown>) => (found[path] ??= []).push(params ? { key, params } : { key })
  if (tabs.length === 0) add('tabs', 'forms:error.no_tab')
  const on = new Set(tabs.flatMap((tab) => tab.fields.filter((field) => field.enabled).map((field) => field.key)))
  const knownKeys = new Set<string>()
  for (const [i, { fields }] of tabs.entries()) {
    if (fields.length === 0) add(`tabs.${i}.fields`, 'forms:error.empty_tab')
    for (const [n, field] of fields.entries()) {
      const at = `tabs.${i}.fields.${n}`
      if (knownKeys.has(field.key)) add(`${at}.key`, 'forms:error.field_key')
      knownKeys.add(field.key)
      if (RESERVED_KEYS.has(field.key)) add(`${at}.key`, 'forms:error.reserved_key', { key: field.key })
      if (field.type === 'phone' && field.enabled && (!on.has(getCodeKey(field)) || getCodeKey(field) === field.key))
        add(`${at}.additional_options`, 'forms:error.phone_country', { key: getCodeKey(field) })
    }
  }
  if (on.size === 0 && tabs.every((tab) => tab.fields.length > 0) && tabs.length > 0) add('tabs', 'forms:error.all_off')
  for (const [i, { keys }] of rules.entries()) {
    const strange = keys.find((key) => !on.has(key))
    if (strange !== undefined) add('rules', 'forms:error.rule_key', { number: i + 1, key: strange })
  }
  return found
}
