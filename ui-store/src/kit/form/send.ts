import { answered, type Call } from '../call.ts'
import type { Values } from './state.ts'

/** Posts a form with its files. By the older way of calling, the only one that says how much has gone. */
const bring = (path: string, values: Values, tell: (share: number) => void): Promise<unknown> =>
  new Promise((resolve, reject) => {
    const body = new FormData()
    for (const [name, value] of Object.entries(values)) body.append(name, value instanceof File ? value : String(value))
    const request = new XMLHttpRequest()
    request.open('POST', path)
    request.setRequestHeader('accept', 'application/json')
    request.responseType = 'json'
    request.upload.addEventListener('progress', ({ loaded, total }) => tell(loaded / Math.max(1, total)))
    request.addEventListener('error', () => reject(new TypeError('The form could not be sent')))
    request.addEventListener('load', () => {
      try {
        resolve(answered(request.status, request.response))
      } catch (error) {
        reject(error)
      }
    })
    request.send(body)
  })

/** Posts what a form holds: as JSON, or as a form where it holds files. @throws CallFailed when it is refused */
export const sendValues = (call: Call, path: string, values: Values, tell: (share: number) => void): Promise<unknown> =>
  Object.values(values).some((value) => value instanceof File) ? bring(path, values, tell) : call.post(path, values)
