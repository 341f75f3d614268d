import { Checkbox, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';
import { call, type Result } from '../../api/client.js';
import type { Schema } from '../../api/schema.js';
import { useGet } from '../../api/use-get.js';
import { ROLES } from '../../frame/roles.js';
import { useText } from '../../messages/language.js';
import { useAction } from '../../parts/form.js';
import { Card } from '../../parts/page.js';
import type { Role } from '../../session.js';
import { SavedForm, SettingsFrame, type Renew } from '../../parts/settings-frame.js';
import { useFactorText } from '../../parts/factors/texts.js';

type Settings = Schema<'SignInSettingsDto'>;

/** Roles that must have a second factor. */
export function SignInSettingsPage(): ReactNode {
  const f = useFactorText();
  const settings = useGet('/backoffice-api/settings/sign-in');
  return (
    <SettingsFrame title="nav.signIn" about={f('settings.about')} of={settings}>
      {(found, renew) => <RolesForm found={found} renew={renew} />}
    </SettingsFrame>
  );
}

function RolesForm({ found, renew }: { readonly found: Result<Settings>; readonly renew: Renew<Settings> }): ReactNode {
  const t = useText();
  const f = useFactorText();
  const [{ body, etag }] = useState(found);
  const [roles, setRoles] = useState<readonly string[]>(body.secondFactorRoles ?? []);
  const save = useAction(
    (key) => call('put', '/backoffice-api/settings/sign-in', { key, ifMatch: etag, body: { secondFactorRoles: roles as Role[] } }),
    renew,
  );
  return (
    <SavedForm save={save} renew={() => renew(null)}>
      <Card>
        <Checkbox.Group label={f('settings.roles')} value={[...roles]} onChange={setRoles}>
          <Stack gap="xs" mt="xs">
            {Object.entries(ROLES).map(([role, title]) => (
              <Checkbox key={role} value={role} label={t(title)} />
            ))}
          </Stack>
        </Checkbox.Group>
      </Card>
    </SavedForm>
  );
}
