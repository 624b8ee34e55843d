"""What happens on every card, line by line: matches, challenges, tournaments and leagues, and the days between."""

from collections.abc import Mapping

SCENES: Mapping[str, str] = {
    "a challenge": """
        alice /play game=loop
        alice /play game=veloop-square variant=6x6 opponent=bob clock=3d rated=yes
        +15d
        alice !again
        bob !decline
        alice /play game=snipsnip opponent=bob message="Good luck!"
        bob !counter
        alice !decline
        alice /play game=vigilance opponent=bob
        alice !withdraw
        alice /play game=veloop-hex opponent=bob
        bob !counter
        alice !accept
        carol /play game=loops-n-leaps
        dave !accept
        """,
    "turns, followed by a third": """
        alice /play game=veloop-square variant=6x6 opponent=bob side=first
        bob !accept
        carol /match show match=M
        carol !more
        carol !follow
        move
        bob !move
        bob !more
        move
        alice /match resign
        alice sure
        """,
    "a draw": """
        match
        alice /match draw
        bob !answer.1
        move
        move draw=yes
        alice !more
        move
        alice /match draw
        bob !answer
        bob sure
        """,
    "a takeback": """
        match
        move
        alice /match takeback
        bob !answer.1
        move
        bob /match takeback
        alice !more
        alice !answer
        """,
    "a pause": """
        match clock=3d
        alice /match pause
        bob !answer.1
        move
        alice /match pause
        bob !answer
        alice /match pause
        bob !answer
        move
        bob /match pause
        alice !answer
        +8d
        """,
    "calling off": """
        match
        alice /match abandon
        alice sure
        bob !answer.1
        move
        alice /match abandon
        alice sure
        bob !more
        bob !answer
        bob sure
        """,
    "an end, cancelled": """
        match rated=yes
        turns
        alice /match resign
        alice sure
        alice /match takeback match=M
        bob !answer.1
        bob /match takeback match=M
        alice !answer
        alice sure
        """,
    "a rematch": """
        match
        alice /match resign
        alice sure
        bob !rematch
        alice !decline
        alice /match rematch match=M
        bob !accept
        """,
    "time": """
        match clock=1d
        +20h
        +6h
        bob !claim.2
        +20h
        +6h
        bob !claim
        bob sure
        """,
    "no time": """
        match
        +25h
        bob !more
        bob !nudge
        +3d
        +4d
        +7d
        bob !playon
        +3d
        +4d
        +7d
        +31d
        bob !takeup
        alice !answer.1
        alice !takeup
        bob !answer
        """,
    "an opponent who leaves": """
        match clock=3d
        move
        leave
        +2d
        +22h
        +1d
        alice !more
        alice !claim
        alice sure
        back
        """,
    "an opponent who is shut out": """
        match
        boss /moderate ban member=bob
        bob /matches
        boss /moderate unban member=BOB
        """,
    "a manager's doing": """
        match rated=yes
        turns
        alice /match resign
        alice sure
        boss /moderate undo match=M
        boss sure
        match
        boss /moderate end match=M
        boss sure
        """,
    "the computer": """
        alice /play game=veloop-square variant=6x6 level=novice side=first
        move
        alice /match draw
        alice /match takeback
        alice /match resign
        alice sure
        """,
    "lines for all": """
        match
        alice /explore match=M
        alice !thinkmove
        alice /match resign
        alice sure
        alice /explore match=M
        alice !thinkgo.-1
        alice !thinkask
        alice !thinkshow
        carol !treetry
        carol !thinkmove
        carol !treeadd
        """,
    "mornings": """
        match
        match clock=3d
        carol /lobby
        carol !offerform
        alice /lobby
        alice !lobbycard
        morning
        alice !offertake
        carol /lobby
        carol !offerdrop
        """,
    "a knock-out": """
        boss /tournament create kind=knock-out game=veloop-square variant=6x6 clock=1d late=organiser pairs=no rated=no
        alice !tjoin
        bob !tjoin
        carol !tjoin
        boss /tournament start tournament=T
        +25h
        +25h
        boss !tsettle
        boss sure
        +1h
        alice /match resign
        alice sure
        +1h
        bob /tournament standings tournament=T
        """,
    "places": """
        boss /tournament create kind=round-robin game=veloop-square variant=6x6 together=yes pairs=no rated=no
        alice !tjoin
        bob !tjoin
        carol !tjoin
        boss /tournament start tournament=T
        boss /tournament replace tournament=T member=carol by=dave
        dave !tnoplace
        boss /tournament replace tournament=T member=carol by=dave
        dave !tplace
        boss /tournament replace tournament=T member=alice by=carol
        +2d
        boss /tournament handover tournament=T member=alice
        alice /tournament remove tournament=T member=bob
        alice sure
        dave /tournament withdraw tournament=T
        dave sure
        +1h
        """,
    "a ladder": """
        boss /tournament create kind=ladder game=veloop-square variant=6x6 rated=no
        alice !tjoin
        bob !tjoin
        bob /tournament challenge tournament=T member=alice
        alice !tnoplace
        bob /tournament challenge tournament=T member=alice
        alice !tplace
        +1h
        alice /match resign
        alice sure
        boss /tournament close tournament=T
        boss !tclose
        """,
    "too few": """
        boss /tournament create kind=swiss game=veloop-square variant=6x6 starts="in 3 h"
        alice !tjoin
        +4h
        """,
    "a league": """
        alice /league join game=loop matches=5
        bob /league join game=loop matches=5
        carol /league join game=loop matches=5
        dave /league join game=loop matches=5
        +169h
        alice !leagues
        season
        alice /league show
        """,
    "teams": """
        alice /team start game=snipsnip against=novice veto=yes
        bob !team
        bob !teamjoin
        bob !think
        bob !thinkmove
        bob !thinkmove
        bob !teampropose
        alice !team
        alice !teamline
        alice !teamline
        alice !teamact
        +25h
        """,
    "a tournament with all in it": """
        boss /tournament create kind=swiss game=veloop-square starts="in 12 h" checkin=two players=four days=three
        alice !tjoin
        bob !tjoin
        carol !tjoin
        dave !tjoin
        boss !tjoin
        alice !tleave
        boss /tournament start tournament=T when="in 14 h"
        +12h
        bob !tcheckin
        carol !tcheckin
        dave !tcheckin
        boss !tcheckin
        +2h
        +1h
        vacation
        +2d
        bob /tournament standings tournament=T
        boss /match resign
        boss sure
        boss /tournament close tournament=T
        boss !tclose
        """,
}
"""What members do, a line each: a command, a press (``!`` with the kind of button, and which of them from 0), whether
they are sure of it, or time that goes by. M and T are the latest match and tournament."""
