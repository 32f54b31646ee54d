"""Templates as a table's page needs them: macros made once a page, constants put in, what is put out escaped."""

from contextlib import closing
from types import SimpleNamespace

import pytest
from jinja2 import DictLoader, StrictUndefined, UndefinedError
from markupsafe import Markup
from tests.web.garbage import left_by

from trigrad.web import rendering
from trigrad.web.templating import Imports, QuickEnvironment, escaped

TEMPLATES = {
    "macros": "{% do made.append(1) %}{% macro seen() %}{{ hand }}{% endmacro %}",
    "part": "{% set hand = 'own variable' %}{% from 'macros' import seen with context %}{{ seen() }}",
    "nested": "{% for card in hand %}{% from 'macros' import seen with context %}{{ seen() }}{% endfor %}",
}


@pytest.fixture
def environment() -> QuickEnvironment:
    return QuickEnvironment(
        loader=DictLoader(TEMPLATES), autoescape=True, extensions=["jinja2.ext.do"], undefined=StrictUndefined
    )


def test_macros_are_made_once_a_page_and_see_what_it_is_filled_from(environment: QuickEnvironment) -> None:
    made: list[int] = []
    page = Imports({"hand": "ab", "made": made})
    assert environment.get_template("nested").render(page.context) == "abab"
    assert environment.get_template("part").render(page.context) == "ab"
    assert len(made) == 1


def test_another_page_has_macros_of_its_own(environment: QuickEnvironment) -> None:
    made: list[int] = []
    shown = [environment.get_template("part").render(Imports({"hand": hand, "made": made}).context) for hand in "ab"]
    assert shown == ["a", "b"]
    assert len(made) == 2


def test_a_closed_page_leaves_nothing_to_the_garbage_collector(environment: QuickEnvironment) -> None:
    def fill() -> None:
        with closing(Imports({"hand": "ab", "made": []})) as page:
            assert environment.get_template("part").render(page.context) == "ab"

    fill()
    assert left_by(fill) == 0


def test_a_template_by_itself_imports_as_ever(environment: QuickEnvironment) -> None:
    assert environment.get_template("part").render(hand="x", made=[]) == "own variable"


@pytest.mark.parametrize(
    ("value", "put_out"),
    [
        ("<b> & \"'", "&lt;b&gt; &amp; &#34;&#39;"),
        (Markup("<b>"), "<b>"),
        (3, "3"),
        (True, "True"),
        (None, "None"),
        (2.5, "2.5"),
        (["<"], "[&#39;&lt;&#39;]"),
        (type("Text", (str,), {})("<"), "&lt;"),
        (type("Number", (int,), {"__str__": lambda _: "<3"})(), "&lt;3"),
    ],
)
def test_what_is_put_out_is_escaped(environment: QuickEnvironment, value: object, put_out: str) -> None:
    assert escaped(value) == put_out
    assert environment.from_string("{{ value }}").render(value=value) == put_out
    macro = environment.from_string("{% macro one(x) %}<i>{{ x }}</i>{% endmacro %}{{ one(value) }}")
    assert macro.render(value=value) == f"<i>{put_out}</i>"


def test_a_dictionary_shows_its_keys_before_its_methods(environment: QuickEnvironment) -> None:
    page = environment.from_string("{{ it.values }} {{ it.name }}{% for key in it.keys() %} {{ key }}{% endfor %}")
    assert page.render(it={"values": 3, "name": "<a>"}) == "3 &lt;a&gt; values name"


def test_a_constant_is_put_in_once(environment: QuickEnvironment) -> None:
    asked: list[str] = []

    def loud(text: str) -> Markup:
        asked.append(text)
        return Markup("<b>{}</b>").format(text)

    environment.constant = {"loud": loud}
    environment.globals["loud"] = loud
    page = environment.from_string("<p title='{{ loud('a') }}'>{{ loud(name) }}</p>{{ loud('i') ~ '<' }}")
    shown = {page.render(name=name) for name in ("x", "x", "y")}
    assert shown == {f"<p title='<b>a</b>'><b>{name}</b></p><b>i</b>&lt;" for name in "xy"}
    assert sorted(asked) == ["a", "i", "i", "i", "x", "x", "y"]  # Jinja would join constants as if none were markup


@pytest.mark.parametrize("wrong", ["{{ it.x }}", "{{ it.x.y }}", "{{ nothing.x }}", "{{ nothing() }}", "{{ keys.x }}"])
def test_what_is_not_there_is_an_error(environment: QuickEnvironment, wrong: str) -> None:
    with pytest.raises((AttributeError, UndefinedError)):
        environment.from_string(wrong).render(it=object(), keys={"y": 1})


def test_calls_pass_on_what_the_template_says(environment: QuickEnvironment) -> None:
    def told(*arguments: object, **named: object) -> str:
        return f"{arguments} {named}"

    page = environment.from_string(
        "{% for one in [1] %}{{ told(one, *more, b=one, **rest) }} {{ told(one, b=2) }}{% endfor %}"
        "{% macro framed(x) %}<i>{{ x }}{{ caller() }}</i>{% endmacro %}{% call framed(3) %}!{% endcall %}"
    )
    shown = page.render(told=told, more=[2], rest={"c": 3})
    assert shown.replace("&#39;", "'") == "(1, 2) {'b': 1, 'c': 3} (1,) {'b': 2}<i>3!</i>"


def test_a_key_may_have_the_name_of_a_word_of_python(environment: QuickEnvironment) -> None:
    assert environment.from_string("{{ it.for }}").render(it={"for": "<"}) == "&lt;"


def test_what_is_joined_is_escaped_where_any_of_it_is_markup(environment: QuickEnvironment) -> None:
    page = environment.from_string("{{ a ~ 1 ~ b }}|{{ a ~ bold ~ b }}|{{ (a ~ b)|length }}")
    assert page.render(a="<", b="&", bold=Markup("<b>")) == "&lt;1&amp;|&lt;<b>&amp;|2"


def test_a_condition_without_an_else_prints_nothing(environment: QuickEnvironment) -> None:
    page = environment.from_string("<p class='{{ 'up' if n > 0 else 'down' if n < 0 }}'>{{ ' ' ~ (n if n) }}</p>")
    assert [page.render(n=n) for n in (1, 0)] == ["<p class='up'> 1</p>", "<p class=''> </p>"]


def test_macros_take_arguments_by_place_by_name_and_by_default(environment: QuickEnvironment) -> None:
    page = environment.from_string(
        "{% macro told(a, b='<', c=a) %}{{ a }}{{ b }}{{ c }} {% endmacro %}"
        "{{ told(1) }}{{ told(1, 2) }}{{ told(1, c=3) }}{{ told(1, 2, 3) }}{{ told(b=2, a=1) }}"
    )
    assert page.render() == "1&lt;1 121 1&lt;3 123 121 "


@pytest.mark.parametrize("wrong", ["told()", "told(1, 2)", "told(1, b=2)", "told(1, a=2)", "keys['x']", "[1][1]"])
def test_wrong_arguments_and_keys_are_errors(environment: QuickEnvironment, wrong: str) -> None:
    page = environment.from_string("{% macro told(a) %}{{ a }}{% endmacro %}{{ " + wrong + " }}")
    with pytest.raises((TypeError, LookupError, UndefinedError)):
        page.render(keys={"y": 1})


def test_lists_are_chosen_from_by_keys_and_attributes(environment: QuickEnvironment) -> None:
    cards = [
        {"name": name, "as": SimpleNamespace(owned=own), "own": own} for name, own in (("b", 1), ("a", 0), ("c", 2))
    ]
    shown = {
        "cards|selectattr('own')": "bc",
        "cards|rejectattr('own')": "a",
        "cards|selectattr('own', 'equalto', 2)": "c",
        "cards|selectattr('name', 'in', 'ab')": "ba",
        "cards|selectattr('as.owned', 'equalto', 0)": "a",
        "cards|sort(attribute='name')": "abc",
    }
    for expression, expected in shown.items():
        page = environment.from_string("{% for card in " + expression + " %}{{ card.name }}{% endfor %}")
        assert page.render(cards=cards) == expected
    assert environment.from_string("{{ (cards|selectattr('own')|list)|length }}").render(cards=iter(cards)) == "2"


@pytest.mark.parametrize("pattern", ["{a} of 100 %", "50 % {b}{a}", "100 %", "%s {a}"])
def test_a_sentence_may_hold_what_fills_other_sentences(pattern: str) -> None:
    page = rendering.environment("en").from_string("{{ _(pattern, a='<', b=2) }}")
    assert page.render(pattern=pattern) == pattern.format(a="&lt;", b=2)
