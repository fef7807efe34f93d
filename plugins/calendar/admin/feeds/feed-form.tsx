import { Checkbox, FormGroup, InputGroup, Radio, RadioGroup } from '@blueprintjs/core'
import { type FormEvent, useState } from 'react'
import { BlockableButton, t } from 'stoa/admin'
import type { Feed, FeedList } from '../../api-types.ts'
import { useMessages } from '../messages.ts'

/** What a person chooses for a new feed. */
export type FeedInput = Pick<Feed, 'name' | 'scope' | 'shows_names'>

/** Props of the form. `create` tells whether the feed was created. */
export interface FeedFormProps {
  offer: Pick<FeedList, 'scopes' | 'may_show_names'>
  /** Scope of the page from which the form was opened. */
  scope: Feed['scope']
  create: (input: FeedInput) => Promise<boolean>
}

/** Form of a new feed. It offers only what the account may see. */
export function FeedForm({ offer: { scopes, may_show_names: mayShowNames }, scope, create }: FeedFormProps) {
  const say = useMessages()
  const [input, setInput] = useState<FeedInput>({ name: '', scope, shows_names: false })
  const change = (changes: Partial<FeedInput>) => setInput((before) => ({ ...before, ...changes }))
  const submit = async (event: FormEvent) => {
    event.preventDefault()
    if (await create(input)) change({ name: '', shows_names: false })
  }
  return (
    <form onSubmit={(event) => void submit(event)}>
      <FormGroup label={say('feedName')} helperText={say('feedNameHint')} labelFor="calendar-feed-name">
        <InputGroup
          id="calendar-feed-name"
          value={input.name}
          onValueChange={(name) => change({ name })}
          maxLength={60}
          autoComplete="off"
          required
        />
      </FormGroup>
      {scopes.length > 1 && (
        <RadioGroup
          label={say('scope')}
          selectedValue={input.scope}
          onChange={({ currentTarget }) => change({ scope: currentTarget.value === 'mine' ? 'mine' : 'all' })}
        >
          {scopes.map((value) => (
            <Radio key={value} value={value} label={say(`scope_${value}`)} />
          ))}
        </RadioGroup>
      )}
      {mayShowNames && (
        <FormGroup helperText={say('namesHint')}>
          <Checkbox
            label={say('names')}
            checked={input.shows_names}
            onChange={({ currentTarget }) => change({ shows_names: currentTarget.checked })}
          />
        </FormGroup>
      )}
      <BlockableButton type="submit" intent="primary" blockedBy={input.name.trim() === '' ? t('blocked.name') : undefined}>
        {say('make')}
      </BlockableButton>
    </form>
  )
}
