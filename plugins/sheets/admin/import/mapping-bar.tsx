import { Button, Callout, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { Trash } from '@blueprintjs/icons'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { BlockableButton, notifyFailure, notifySuccess, useT } from 'stoa/admin'
import { useMessages } from '../messages.ts'
import type { MappingState, SavedMapping } from './sheet.ts'
import { deleteMapping, mappingsQuery, saveMapping } from './sheet-api.ts'

/** Selects a saved mapping, and saves the current one under a name. */
export function MappingBar({
  resource,
  recognised,
  chosen,
  choose,
  mappingState,
}: {
  resource: string
  /** The mapping by which the server recognised the file. */
  recognised: string | undefined
  chosen: string
  choose: (mapping: SavedMapping | undefined) => void
  mappingState: MappingState
}) {
  const { t } = useT()
  const say = useMessages()
  const queries = useQueryClient()
  const saved = useQuery(mappingsQuery(resource)).data ?? []
  const [name, setName] = useState('')
  const current = saved.find((mapping) => mapping.name === chosen)
  const refresh = () => queries.invalidateQueries({ queryKey: mappingsQuery(resource).queryKey })
  const getTitle = (mapping: SavedMapping) => (mapping.built_in ? say('builtIn', { name: mapping.title }) : mapping.title)

  const save = async () => {
    try {
      await saveMapping(resource, name.trim(), mappingState)
      await refresh()
      notifySuccess(say('mappingSaved'), [name.trim()])
      setName('')
    } catch (error) {
      notifyFailure(t('failure.submit'), error)
    }
  }
  const drop = async () => {
    try {
      await deleteMapping(resource, chosen)
      choose(undefined)
      await refresh()
    } catch (error) {
      notifyFailure(t('failure.delete'), error)
    }
  }

  return (
    <>
      {recognised && chosen === recognised && (
        <Callout intent="success" icon={false} className="gap-below" role="status">
          {say('recognised', { name: current ? getTitle(current) : recognised })}
        </Callout>
      )}
      <div className="mapping-bar">
        {(saved.length > 0 || chosen) && (
          <label>
            {say('readAs')}{' '}
            <HTMLSelect value={chosen} onChange={(event) => choose(saved.find((mapping) => mapping.name === event.target.value))}>
              <option value="">{say('byName')}</option>
              {saved.map((mapping) => (
                <option key={mapping.name} value={mapping.name}>
                  {getTitle(mapping)}
                </option>
              ))}
            </HTMLSelect>
          </label>
        )}
        {current && !current.built_in && (
          <Button
            variant="minimal"
            size="small"
            icon={<Trash aria-hidden />}
            aria-label={say('forget', { name: chosen })}
            onClick={() => void drop()}
          />
        )}
        {chosen === '' && (
          <div className="mapping-save">
            <InputGroup
              size="small"
              aria-label={say('mappingName')}
              placeholder={say('mappingName')}
              maxLength={100}
              value={name}
              onChange={(event) => setName(event.target.value)}
            />
            <BlockableButton
              size="small"
              blockedBy={
                Object.keys(mappingState.columns).length === 0 ? t('blocked.columns') : name.trim() === '' ? t('blocked.name') : undefined
              }
              onClick={() => void save()}
            >
              {say('keep')}
            </BlockableButton>
          </div>
        )}
      </div>
    </>
  )
}
