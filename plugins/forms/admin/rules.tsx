import { Button, Checkbox, HTMLSelect } from '@blueprintjs/core'
import { Add, Trash } from '@blueprintjs/icons'
import { type InputProps, useContentLanguage, useFormField } from 'stoa/admin'
import { type GroupRule, groupRules } from '../domain/shape.ts'
import { getTabs, wordIn } from './builder/model.ts'
import { useRuleTexts } from './messages.ts'

/** Validation rules between fields. */
export default function Rules({ id, value, onChange, disabled = false, describedBy }: InputProps) {
  const say = useRuleTexts()
  const { language, main } = useContentLanguage()
  const tabs = useFormField<unknown>('tabs')
  const rules = Array.isArray(value) ? (value as GroupRule[]) : []
  const fields = getTabs(tabs.value).flatMap((tab) => tab.fields.filter((field) => field.enabled))
  const set = (index: number, next: GroupRule) => onChange(rules.map((rule, i) => (i === index ? next : rule)))
  const tick = (index: number, rule: GroupRule, key: string) =>
    set(index, { ...rule, keys: rule.keys.includes(key) ? rule.keys.filter((other) => other !== key) : [...rule.keys, key] })
  return (
    <div id={id} tabIndex={-1} aria-describedby={describedBy}>
      {rules.map((rule, i) => (
        // Rules have no id, so their position is the key.
        // oxlint-disable-next-line react/no-array-index-key
        <div key={i} className="form-builder-panel" role="group" aria-label={say('number', { number: i + 1 })}>
          <div className="form-builder-buttons">
            <HTMLSelect
              aria-label={say('kind', { number: i + 1 })}
              value={rule.rule}
              disabled={disabled}
              options={groupRules.map((groupRule) => ({ value: groupRule, label: say(groupRule) }))}
              onChange={({ currentTarget }) => set(i, { ...rule, rule: currentTarget.value as GroupRule['rule'] })}
            />
            {!disabled && (
              <Button
                variant="minimal"
                icon={<Trash aria-hidden />}
                aria-label={say('remove', { number: i + 1 })}
                onClick={() => onChange(rules.filter((_, n) => n !== i))}
              />
            )}
          </div>
          <div className="check-row">
            {fields.map((field) => (
              <Checkbox
                key={field.key}
                inline
                label={wordIn(field.title, language, main) || field.key}
                checked={rule.keys.includes(field.key)}
                disabled={disabled}
                onChange={() => tick(i, rule, field.key)}
              />
            ))}
          </div>
          {rule.rule === 'others_required_if_field_not_empty' && rule.keys[0] && (
            <p className="quiet small">
              {say('first', { name: wordIn(fields.find(({ key }) => key === rule.keys[0])?.title, language, main) || rule.keys[0] })}
            </p>
          )}
        </div>
      ))}
      {!disabled && (
        <Button
          size="small"
          icon={<Add aria-hidden />}
          disabled={fields.length < 2}
          onClick={() => onChange([...rules, { rule: 'at_least_one_required', keys: fields.slice(0, 2).map(({ key }) => key) }])}
        >
          {say('add')}
        </Button>
      )}
    </div>
  )
}
