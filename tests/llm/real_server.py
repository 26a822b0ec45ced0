"""Serves a real small model with llama.cpp until its standard input is closed; prints its address first."""

import sys

import xllamacpp

TEMPLATE = r"""
{%- if tools -%}
<|im_start|>system
You call functions. Answer with JSON {"name": ..., "arguments": {...}}. Functions:
{% for tool in tools %}{{ tool.function | tojson }}
{% endfor %}<|im_end|>
{% endif -%}
{%- for message in messages %}
{{- '<|im_start|>' + message.role + '\n' }}
{%- if message.tool_calls %}
{%- for call in message.tool_calls %}
{{- '{"name": "' + call.function.name + '", "arguments": ' }}{{- call.function.arguments | tojson }}{{- '}' }}
{%- endfor %}
{%- else %}{{- message.content }}
{%- endif %}
{{- '<|im_end|>\n' }}
{%- endfor %}
{%- if add_generation_prompt %}{{- '<|im_start|>assistant\n' }}{%- endif %}"""
"""The model's own template knows no tools; with this one, and examples, it calls some."""


def main(path: str) -> None:
    params = xllamacpp.CommonParams()
    params.model.path = path
    params.port = 0
    params.n_ctx = 2048
    params.n_parallel = 1
    params.n_predict = 64
    params.warmup = False
    params.use_jinja = True
    params.chat_template = TEMPLATE
    params.cpuparams.n_threads = params.cpuparams_batch.n_threads = 1
    server = xllamacpp.Server(params)
    sys.stdout.write(f"{server.listening_address}\n")
    sys.stdout.flush()
    sys.stdin.read()


if __name__ == "__main__":
    main(sys.argv[1])
