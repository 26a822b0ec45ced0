"""Names of synthetic people: one pool for released tasks and one for training tasks, with no name in both."""

from typing import NamedTuple


class Pool(NamedTuple):
    """Where a person's names and mailbox come from."""

    first: tuple[str, ...]
    last: tuple[str, ...]
    mail: tuple[str, ...]


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


RELEASED = Pool(
    first=_words(
        "Ines Marek Adaeze Tomas Leila Bruno Saoirse Yusuf Greta Paolo Nadia Viktor Amara Joris Priya Callum Zofia"
        " Hamid Elodie Kwame Sunniva Dario Mireille Tariq Hanne Rafael Chiara Emeka Livia Stellan Oksana Idris"
        " Maeve Anton Farah Jonas Renata Kofi Birgit Lucian Samira Owen Katarina Diego Aylin Fergus Noor Petra"
        " Wren Matteo Halima Casper Ottilie Rashid Signe Lorcan Beatriz Gideon Yara Henrik"
    ),
    last=_words(
        "Novak Okafor Lindqvist Moreau Castellano Byrne Haddad Vermeulen Kowalczyk Adeyemi Fontaine Petrov Sandoval"
        " Quigley Rahman Tanaka Eriksen Marchetti Osei Dimitriou Halloran Bianchi Farouk Schreiber Duarte Nakamura"
        " Whitcombe Zielinski Abara Langley Rousseau Virtanen Costa Mbeki Hartmann Ferreira Iyer Szabo Cullen Bergstrom"
        " Amadi Pereira Jansen Carver Romano Lundgren Achterberg Kaya Devlin Serrano Brandt Yeboah Macleod Popescu"
        " Ainsley Varga Thorne Salazar Grady Hoekstra"
    ),
    mail=("mail.example", "post.example", "letters.example"),
)

TRAINED = Pool(
    first=_words(
        "Alma Benedikt Cora Dmitri Esther Filip Gloria Hassan Imogen Jakub Keziah Lars Magda Nils Oona Pascal Quentin"
        " Rosa Soren Talia Ugo Vera Walid Xenia Yannick Zelda Agnes Bashir Clara Daoud Edda Felix Gwen Hugo Isolde"
        " Jamal Kirsten Leopold Mona Nasser Olive Piotr Rhea Stefan Thandiwe Ulrik Valerie Wim Yasmin Zeno Aisling"
        " Boris Celia Duncan Eleni Fabian Ginevra Hakan Irina Joao Karim Lotte Miles Nuria Oscar Paloma Remy Selma"
        " Tobias Una Vincent Willa"
    ),
    last=_words(
        "Abbott Brandvold Chowdhury Delgado Engstrom Fitzgerald Grabowski Hakimi Ivanova Jorgensen Keita Lemaire"
        " Mancini Nwosu Olsen Pappas Quist Ribeiro Svensson Takahashi Urquhart Valente Wojcik Xavier Ylonen Zamora"
        " Arslan Beaumont Cardoso Dunne Elmi Fischer Galvin Hossain Ito Jovanovic Kelleher Lombardi Meijer Ndiaye"
        " Ortega Pichler Rasmussen Sinclair Traore Ueda Visser Wickham Yilmaz Zeller Anand Bolton Cisse Dahl Esposito"
        " Fraser Gomes Hale Ilic Jensen Kruger Leclair Mwangi Norris"
    ),
    mail=("inbox.example", "webmail.example", "mailbox.example"),
)
