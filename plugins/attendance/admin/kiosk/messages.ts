import { loadMessages } from 'stoa/admin'
import type en from '../locales/kiosk/en-US.json'

const messages = await loadMessages<typeof en>((language) => import(`../locales/kiosk/${language}.json`))

/** Messages of the page of a kiosk. */
export const useKioskMessages = messages('kiosk')

/** Messages of the pairing of a tablet. */
export const usePairingMessages = messages('pairing')

/** Messages of the own kiosk PIN. */
export const usePinMessages = messages('pin')
