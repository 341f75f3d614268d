{{- define "gateway.labels" -}}
app.kubernetes.io/name: insurance-gateway
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{- define "gateway.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end }}

{{- define "gateway.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
seccompProfile:
  type: RuntimeDefault
{{- end }}

{{- define "gateway.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end }}

{{- define "gateway.environment" -}}
- name: DATABASE_URL_FILE
  value: /secrets/database/url
- name: SECRETS_KEY_FILE
  value: /secrets/key/key
{{- if .Values.secrets.redisUrl.name }}
- name: REDIS_URL_FILE
  value: /secrets/redis/url
{{- end }}
{{- if .Values.secrets.smtpUrl.name }}
- name: SMTP_URL_FILE
  value: /secrets/smtp/url
{{- end }}
{{- range $name, $value := .Values.settings }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end }}

{{- define "gateway.mounts" -}}
- name: scratch
  mountPath: /data
- name: tmp
  mountPath: /tmp
- name: database
  mountPath: /secrets/database
  readOnly: true
- name: key
  mountPath: /secrets/key
  readOnly: true
{{- if .Values.secrets.redisUrl.name }}
- name: redis
  mountPath: /secrets/redis
  readOnly: true
{{- end }}
{{- if .Values.secrets.smtpUrl.name }}
- name: smtp
  mountPath: /secrets/smtp
  readOnly: true
{{- end }}
{{- end }}

{{- define "gateway.volumes" -}}
- name: scratch
  emptyDir:
    sizeLimit: {{ .Values.scratchSize }}
- name: tmp
  emptyDir: {}
- name: database
  secret:
    secretName: {{ .Values.secrets.databaseUrl.name }}
    items:
      - key: {{ .Values.secrets.databaseUrl.key }}
        path: url
- name: key
  secret:
    secretName: {{ .Values.secrets.secretsKey.name }}
    items:
      - key: {{ .Values.secrets.secretsKey.key }}
        path: key
{{- if .Values.secrets.redisUrl.name }}
- name: redis
  secret:
    secretName: {{ .Values.secrets.redisUrl.name }}
    items:
      - key: {{ .Values.secrets.redisUrl.key }}
        path: url
{{- end }}
{{- if .Values.secrets.smtpUrl.name }}
- name: smtp
  secret:
    secretName: {{ .Values.secrets.smtpUrl.name }}
    items:
      - key: {{ .Values.secrets.smtpUrl.key }}
        path: url
{{- end }}
{{- end }}
